"""Other people's wrapper learners, to compare with: SoftMealy, WIEN's LR and HLRT; and pages made worse on purpose."""
