"""What the workflows on GitHub call: records as pull requests, drift of other torch versions as issues, a bill of materials."""
