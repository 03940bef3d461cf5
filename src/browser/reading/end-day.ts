export const isDayEnded = () => 'ended' in document.documentElement.dataset

/** The question's day is over: the page says so and offers the new question; a text in the composer is kept, but can no longer be posted. */
export function endDay(): void {
  document.documentElement.dataset['ended'] = ''
  for (const notice of document.querySelectorAll('day-ended')) {
    const template = notice.querySelector('template')
    if (template) template.replaceWith(template.content)
  }
}
