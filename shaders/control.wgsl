struct Control {
{% for field in control %}
    //{{ field.doc }}
    {{ field.name }}: u32,
{% endfor %}
}

@group(0) @binding(0) var<uniform> control: Control;
