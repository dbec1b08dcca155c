"""What leaves: tables, code and pages of HTML."""
