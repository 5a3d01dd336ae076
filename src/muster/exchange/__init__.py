"""Text in, text out: journals, real result files, entry lists."""
