"""What the workflows on GitHub call: pull requests of records, issues of drift, the bill of materials."""
