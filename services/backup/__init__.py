"""One file with everything that is stored, and a store filled from such a file.

The file is a zip archive of text: `drafts/*.jsonl` has a line on the draft and one for each of its
revisions, `workspace.json` what belongs to no draft, `files/` the collections that were added, and
`backup.json` the hashes of all these. Settings, and with them every key, are not in the store and
so not in the file.
"""
