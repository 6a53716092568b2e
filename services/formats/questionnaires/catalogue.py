"""The formats of questionnaires by name."""

from typing import Any

from services.formats.base import Format, Room
from services.formats.media_types import CSV, DOCX, JSON, TEXT, XLSX, XML
from services.formats.questionnaires import (
    ddi,
    google_forms,
    limesurvey,
    limesurvey_lss,
    limesurvey_reader,
    markdown,
    plain_text,
    qsf,
    qsf_reader,
    qsnail,
    qualtrics_txt,
    redcap,
    redcap_reader,
    surveyjs,
    surveyjs_reader,
    table,
    word,
    word_reader,
    xlsform,
    xlsform_reader,
)


def _format(
    name: str, label: str, extension: str, mime: str, writer: Any, reader: Any = None, **more: Any
) -> Format:
    return Format(
        name,
        Room.QUESTIONNAIRES,
        label,
        extension,
        mime,
        writer.write,
        writer.losses,
        reader.read if reader else None,
        **more,
    )


FORMATS = (
    _format(
        "xlsform",
        "XLSForm (ODK, KoboToolbox)",
        ".xlsx",
        XLSX,
        xlsform,
        xlsform_reader,
        aliases=("xlsx", "odk", "kobo"),
    ),
    _format(
        "limesurvey",
        "LimeSurvey structure (TSV)",
        ".txt",
        TEXT,
        limesurvey,
        limesurvey_reader,
        aliases=("limesurvey-tsv", "tsv"),
    ),
    _format(
        "limesurvey-lss",
        "LimeSurvey archive (LSS)",
        ".lss",
        XML,
        limesurvey_lss,
        aliases=("lss",),
    ),
    _format(
        "qualtrics",
        "Qualtrics text (TXT)",
        ".txt",
        TEXT,
        qualtrics_txt,
        qualtrics_txt,
        aliases=("qualtrics-txt",),
    ),
    _format(
        "qsf",
        "Qualtrics survey (QSF)",
        ".qsf",
        JSON,
        qsf,
        qsf_reader,
        aliases=("qualtrics-qsf",),
        experimental=True,
        notice="Experimental: Qualtrics has not documented this format.",
    ),
    _format("surveyjs", "SurveyJS", ".json", JSON, surveyjs, surveyjs_reader),
    _format("redcap", "REDCap data dictionary", ".csv", CSV, redcap, redcap_reader),
    _format(
        "google-forms",
        "Google Forms (Apps Script)",
        ".gs",
        "text/javascript",
        google_forms,
        aliases=("google-apps-script", "apps-script", "gs"),
    ),
    _format("docx", "Word", ".docx", DOCX, word, word_reader, aliases=("word",)),
    _format("csv", "CSV table", ".csv", CSV, table, table),
    _format("markdown", "Markdown", ".md", "text/markdown", markdown, aliases=("md",)),
    _format("ddi", "DDI-Codebook 2.6", ".xml", XML, ddi, aliases=("ddi-codebook",)),
    _format("qsnail", "Qsnail JSON", ".json", JSON, qsnail, qsnail),
    Format(
        "text",
        Room.QUESTIONNAIRES,
        "Plain text",
        ".txt",
        TEXT,
        read=plain_text.read,
        aliases=("plain-text", "txt"),
    ),
)
