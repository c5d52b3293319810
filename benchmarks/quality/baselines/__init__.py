"""Published wrapper learners for comparison (SoftMealy, WIEN's LR and HLRT), and deliberately corrupted pages."""
