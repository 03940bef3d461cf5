export const isDayEnded = () => 'ended' in document.documentElement.dataset

/** The question's day is over: the page says so and offers the new question; a text in the composer stays. */
export function endDay(): void {
  document.documentElement.dataset['ended'] = ''
  for (const place of document.querySelectorAll('day-ended')) {
    const template = place.querySelector('template')
    if (template) template.replaceWith(template.content)
  }
}
