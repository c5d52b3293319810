"""Learners propose locators, one judge ranks them, and the chosen locator becomes a wrapper."""
