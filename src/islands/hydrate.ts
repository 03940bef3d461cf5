import { createElement, startTransition, type ComponentType } from 'react'
import { hydrateRoot } from 'react-dom/client'

/**
 * Astro's client for React, without what the islands do not use: slots, form actions and `client:only`. Its own one is
 * an eighth of what a form loads.
 */
export default (element: HTMLElement) =>
  (Component: ComponentType<object>, props: object): void => {
    const identifierPrefix = element.getAttribute('prefix') ?? ''
    startTransition(() => {
      hydrateRoot(element, createElement(Component, props), { identifierPrefix })
    })
  }
