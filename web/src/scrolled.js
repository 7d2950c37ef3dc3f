// Boxes that scroll sideways: those with more to their right are marked.

const boxes = new ResizeObserver((entries) => {
  for (const { target } of entries) mark(target.closest(".scroll"));
});

function mark(box) {
  box.classList.toggle("more", box.scrollLeft + box.clientWidth < box.scrollWidth - 1);
}

/** Marks all boxes of the page from now on. */
export function markScrolled() {
  for (const box of document.querySelectorAll(".scroll")) {
    box.addEventListener("scroll", () => mark(box), { passive: true });
    for (const element of [box, ...box.children]) boxes.observe(element);
  }
}
