"""What a draft of any room holds, in words: for its history, for searching, and for its name."""
