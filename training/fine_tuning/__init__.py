"""Fine-tuning with LoRA adapters: on questionnaires, on hints, on one's own accepted drafts.

`conversations` turns files into the very requests that the app makes, with the answers that it
hopes for; `tokens` into what a model learns from; `lora` loads the model and puts the adapter on;
`course` trains, validates, stops early, resumes and saves; `card` writes down what was done.
"""
