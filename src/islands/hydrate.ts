import { createElement, startTransition, type ComponentType } from 'react'
import { hydrateRoot } from 'react-dom/client'

/** Astro's React client without slots and `client:only`, a notable part of a form page. */
export default (element: HTMLElement) =>
  (Component: ComponentType<object>, props: object): void => {
    const identifierPrefix = element.getAttribute('prefix') ?? ''
    startTransition(() => {
      hydrateRoot(element, createElement(Component, props), { identifierPrefix })
    })
  }
