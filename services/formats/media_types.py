"""Media types of the files that are offered for download."""

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
XML, JSON, CSV, TEXT = "application/xml", "application/json", "text/csv", "text/plain"
ZIP = "application/zip"
