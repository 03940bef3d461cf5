interface ChatRoot extends HTMLElement {
  /** The press that waits for hydration (`layouts/first-paint.js`). */
  press?: { submitter?: HTMLElement | null } | undefined
}

export const chatRoot = () => document.querySelector<ChatRoot>('.chat')
