"""Discovery: ask the learners, judge what they propose, rank."""
