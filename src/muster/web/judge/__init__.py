"""The judge's phone: every act at a table within two taps of its number."""
