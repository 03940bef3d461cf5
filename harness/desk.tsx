/** Shared by the tests of the desk's islands. */
import { screen } from '@testing-library/react'
import type { MessageKey } from '../src/i18n/translate.ts'
import { messages, t } from './island.tsx'

export const statements = { ja: messages, en: messages }
/** After a sentence, where something was typed. */
export const kept = ` ${t('desk.typedKept')}`
export const button = (name: string) => screen.getByRole('button', { name })
export const link = (view: MessageKey, values = {}) =>
  screen.getAllByRole('link', { name: t(view, values) })[0]!
