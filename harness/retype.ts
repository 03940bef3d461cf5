import type { UserEvent } from '@testing-library/user-event'

/** Types over what a field has. */
export async function retype(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.clear(field)
  await user.type(field, text)
}
