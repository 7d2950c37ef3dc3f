// outcomes
{% for code in outcomes %}
const {{ code.name }} = {{ code.value }}u;
{% endfor %}

// what an attempt is for
{% for code in modes %}
const {{ code.name }} = {{ code.value }}u;
{% endfor %}
// a bit beside the mode: the step reaches the end of the run
const LAST = {{ last }}u;

// why a dispatch leaves a member, in the upper half of the word of its mode
{% for code in reasons %}
const {{ code.name }} = {{ code.value }}u;
{% endfor %}
