"""Sites: query forms, pagination, the robot that learns a wrapper from an address, and scripts."""
