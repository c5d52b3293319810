"""The web, asked safely and with good manners: addresses are checked, answers bounded, pages stored, nobody is hurried."""
