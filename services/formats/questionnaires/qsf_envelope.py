"""The parts of a QSF that say nothing about the questions, as Qualtrics exports them."""

from typing import Any

from services.questionnaire.models import Questionnaire

SURVEY_ID = "SV_0000000000000001"
TRASH_ID = "BL_999999999999999"
_STAMP = "2000-01-01 00:00:00"
_LANGUAGES = {"zh": "ZH-S"}
Json = dict[str, Any]
PROJECT = {"ProjectCategory": "CORE", "SchemaVersion": "1.1.0"}
SCORING: Json = {
    "ScoringCategories": [],
    "ScoringCategoryGroups": [],
    "ScoringSummaryCategory": None,
    "ScoringSummaryAfterQuestions": 0,
    "ScoringSummaryAfterSurvey": 0,
    "DefaultScoringCategory": None,
    "AutoScoringCategory": None,
}
STATISTICS = {"MobileCompatible": True, "ID": "Survey Statistics"}


def entry(kept: Questionnaire) -> Json:
    """The survey's name, language and identifiers."""
    language = kept.language.lower()
    return {
        "SurveyID": SURVEY_ID,
        "SurveyName": kept.title,
        "SurveyDescription": None,
        "SurveyOwnerID": "UR_000000000000001",
        "SurveyBrandID": "askwright",
        "DivisionID": None,
        "SurveyLanguage": _LANGUAGES.get(language, language.upper()),
        "SurveyActiveResponseSet": "RS_000000000000001",
        "SurveyStatus": "Inactive",
        "SurveyStartDate": "0000-00-00 00:00:00",
        "SurveyExpirationDate": "0000-00-00 00:00:00",
        "SurveyCreationDate": _STAMP,
        "CreatorID": "UR_000000000000001",
        "LastModified": _STAMP,
        "LastAccessed": "0000-00-00 00:00:00",
        "LastActivated": "0000-00-00 00:00:00",
        "Deleted": None,
    }


def element(
    kind: str, first: str, second: str | None = None, third: str | None = None, payload: Any = None
) -> Json:
    """One element with its three attributes."""
    return {
        "SurveyID": SURVEY_ID,
        "Element": kind,
        "PrimaryAttribute": first,
        "SecondaryAttribute": second,
        "TertiaryAttribute": third,
        "Payload": payload,
    }


def trash() -> Json:
    """The block of deleted questions, which every survey has."""
    return {
        "Type": "Trash",
        "Description": "Trash / Unused Questions",
        "ID": TRASH_ID,
        "BlockElements": [],
    }


def flow(blocks: list[Json]) -> Json:
    """The order of the blocks."""
    flow = [
        {"Type": "Block", "ID": block["ID"], "FlowID": f"FL_{number}", "Autofill": []}
        for number, block in enumerate(blocks, start=2)
    ]
    properties = {"Count": len(flow) + 1, "RemovedFieldsets": []}
    return {"Type": "Root", "FlowID": "FL_1", "Flow": flow, "Properties": properties}


def options(title: str) -> Json:
    """The survey's settings, at Qualtrics' defaults."""
    return {
        "BackButton": "false",
        "SaveAndContinue": "true",
        "SurveyProtection": "PublicSurvey",
        "BallotBoxStuffingPrevention": "false",
        "NoIndex": "Yes",
        "SecureResponseFiles": "true",
        "SurveyExpiration": "None",
        "SurveyTermination": "DefaultMessage",
        "ProgressBarDisplay": "None",
        "PartialData": "+1 week",
        "SurveyTitle": title,
        "SkinLibrary": "Qualtrics",
        "SkinType": "MQ",
        "Skin": "Default",
        "NewScoring": 1,
    }
