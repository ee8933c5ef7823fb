// Stands in for modules that today's browsers do not need.
