"""What the workflows on GitHub call: pull requests of records and reviews of them, issues of drift, the bill of materials."""
