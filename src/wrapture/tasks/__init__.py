"""The work behind `wrapture.api`: one module per task, loaded when one of its functions is first used."""
