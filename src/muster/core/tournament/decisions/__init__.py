"""One function per command: it looks at a state and answers with facts or a refusal."""
