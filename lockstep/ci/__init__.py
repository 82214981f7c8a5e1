"""What workflows on GitHub call: pull requests of records, their reviews, issues of drift, the bill of materials."""
