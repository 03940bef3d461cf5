import { createElement, startTransition, type ComponentType } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { setWords, type Messages } from '../i18n/translate.ts'

/** Astro's React client without slots and `client:only`, a notable part of a form page. */
export default (element: HTMLElement) =>
  (Component: ComponentType<object>, props: { messages: Messages }): void => {
    setWords(props.messages)
    const identifierPrefix = element.getAttribute('prefix') ?? ''
    const fields = () => element.querySelectorAll<HTMLInputElement>('[name]')
    const served = fields()
    // After a browser's translator React renders the form again: copies the typed values.
    const onRecoverableError = () =>
      fields().forEach((field, index) => {
        const { value, checked } = served[index] ?? field
        Object.assign(field, { value, checked })
      })
    startTransition(() => {
      const options = { identifierPrefix, onRecoverableError }
      hydrateRoot(element, createElement(Component, props), options)
    })
  }
