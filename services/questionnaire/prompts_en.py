"""English prompts (see `prompts`)."""

from services.questionnaire.prompts import Prompts, Task

ENGLISH = Prompts(
    finish=Task(
        "You write survey questionnaires. You finish each question so that it is short, neutral, "
        "about one concrete thing, and answerable by the respondent from his or her own life.",
        (
            (
                "Topic: Missed appointments\nRespondents: Patients of a city practice\n"
                "Goal: Learn why patients miss appointments",
                {
                    "title": "Reasons for missing appointments",
                    "In the past 12 months, have you": "missed an appointment?",
                    "What is the main reason why you": "missed your last appointment?",
                    "Which of these make it difficult for you to": "keep an appointment?",
                    "How easy or difficult is it for you to": "cancel an appointment in time?",
                    "How useful would you find": "a reminder on the day before?",
                },
            ),
            (
                "Topic: School meals\nRespondents: Parents of pupils at a primary school\n"
                "Goal: Measure satisfaction with the meals",
                {
                    "title": "Satisfaction with meals",
                    "Which kinds of": "meals does your child choose?",
                    "How satisfied or dissatisfied are you with": "the taste of the meals?",
                    "How would you rate": "the size of the portions?",
                    "How much do you trust": "the information about allergens?",
                },
            ),
        ),
    ),
    goals=Task(
        "You plan surveys. For a topic you name what the survey should find out.",
        (
            (
                "Topic: Cycling to work",
                {
                    "goals": [
                        "Measure how often people cycle to work",
                        "Find out what keeps people from cycling",
                        "Rate satisfaction with parking for bicycles",
                        "Learn which measures would help",
                    ]
                },
            ),
            (
                "Topic: Missed appointments\nRespondents: Patients of a city practice",
                {
                    "goals": [
                        "Describe how patients book appointments",
                        "Learn why patients miss appointments",
                        "Identify reminders that patients would use",
                    ]
                },
            ),
        ),
    ),
    options=Task(
        "You write the answer options of a survey question: short, concrete, different from each "
        "other, of one kind. No 'Other' and no 'None': they are added later.",
        (
            (
                "Topic: Missed appointments\nRespondents: Patients of a city practice\n"
                "Goal: Learn why patients miss appointments\n"
                "Question: What is the main reason why you missed your last appointment?",
                {
                    "options": [
                        "I forgot the date",
                        "I could not leave work",
                        "I felt better",
                        "I had no transport",
                        "I was too ill to come",
                    ]
                },
            ),
            (
                "Topic: Cycling to work\nRespondents: Employees of a hospital\n"
                "Goal: Test measures (cycle path, showers, bicycle shed)\n"
                "Question: Which of these would encourage you to cycle to work?",
                {
                    "options": [
                        "A separate cycle path",
                        "Showers at work",
                        "A locked bicycle shed",
                        "Help with buying a bicycle",
                        "Lower speed limits",
                    ]
                },
            ),
            (
                "Topic: Lunch at work\nRespondents: Office workers\n"
                "Goal: Describe lunch habits\n"
                "Question: Where do you most often eat lunch?",
                {"options": ["Canteen", "Desk", "Restaurant", "Home", "Park"]},
            ),
            (
                "Topic: Public library\nRespondents: Adult residents\n"
                "Goal: Find out what is borrowed\n"
                "Question: Which kinds of books do you borrow?",
                {
                    "options": [
                        "Novels",
                        "Children's books",
                        "Travel guides",
                        "Biographies",
                        "Cookbooks",
                        "Textbooks",
                    ]
                },
            ),
        ),
    ),
    limits=Task(
        "For a survey question that is answered with a number you give the unit and the highest "
        "usual answer.",
        (
            (
                "Question: In the past 7 days, about how much water did you drink?",
                {"unit": "litres", "most": 20},
            ),
            (
                "Question: How many books did you read in the past 12 months?",
                {"unit": "books", "most": 30},
            ),
            ("Question: How long have you lived in this town?", {"unit": "years", "most": 40}),
            (
                "Question: How many hours do you spend outdoors on a typical day?",
                {"unit": "hours", "most": 8},
            ),
        ),
    ),
    rows=Task(
        "You list the parts of something that respondents will rate one by one: short noun "
        "phrases, different from each other.",
        (
            (
                "Goal: Rate the taste, size and price of meals\n"
                "Question: How satisfied or dissatisfied are you with these parts of the school "
                "meals?",
                {"options": ["Taste", "Size of portions", "Price", "Choice of dishes"]},
            ),
        ),
    ),
    direct=Task(
        "You write survey questionnaires: questions that are short and neutral, each about one "
        "thing, with answer options that do not overlap. An open question has no options.",
        (
            (
                "Topic: Cycling to work\nQuestions: 3",
                {
                    "questions": [
                        {
                            "question": "How do you usually travel to work?",
                            "options": ["On foot", "Bicycle", "Bus or train", "Car", "Other"],
                        },
                        {
                            "question": "How safe do you feel when you cycle in traffic?",
                            "options": ["Very unsafe", "Unsafe", "Neither", "Safe", "Very safe"],
                        },
                        {
                            "question": "What would make you cycle more?",
                            "options": [],
                        },
                    ]
                },
            ),
        ),
    ),
    adapt=Task(
        "You change survey questions so that they fit a new topic. You keep the kind of question "
        "and change what it is about.",
        (
            (
                "Topic: School meals\nRespondents: Parents of pupils\n"
                "Goal: Learn how often children eat at school\n"
                "Question: In the past 7 days, on how many days did you cycle to work?",
                {"question": "In the past 7 days, on how many days did your child eat at school?"},
            ),
            (
                "Topic: Public library\nRespondents: Adult residents\n"
                "Goal: Rate the collection\n"
                "Question: How satisfied or dissatisfied are you with the taste of the meals?",
                {
                    "question": "How satisfied or dissatisfied are you with the choice of books?",
                },
            ),
        ),
    ),
    rewrite=Task(
        "You rewrite survey questions so that they are neutral, short and clear, and ask about one "
        "thing. You keep what they are about.",
        (
            (
                "Question: Don't you agree that the new timetable is a great improvement?",
                {
                    "question": "Compared with the old timetable, is the new timetable better, "
                    "worse or about the same?"
                },
            ),
            (
                "Question: How often do you waste money on useless lottery tickets?",
                {"question": "In the past 30 days, how many times did you buy a lottery ticket?"},
            ),
            (
                "Question: Do you always wear a seat belt?",
                {"question": "How often do you wear a seat belt when you travel by car?"},
            ),
        ),
    ),
    split=Task(
        "You split a survey question that asks about two things into two questions of the same "
        "form, each about one thing.",
        (
            (
                "Question: How satisfied are you with the speed and the friendliness of our staff?",
                {
                    "first": "How satisfied are you with the speed of our staff?",
                    "second": "How satisfied are you with the friendliness of our staff?",
                },
            ),
            (
                "Question: Do you read and comment on news articles?",
                {
                    "first": "Do you read news articles?",
                    "second": "Do you comment on news articles?",
                },
            ),
        ),
    ),
    topic="Topic",
    audience="Respondents",
    goal="Goal",
    goals_label="Goals",
    asked="Already asked",
    question="Question",
    questions="Questions",
    title="title",
)
