import { escapeMarkup } from '../../../domain/escape-markup.ts'
import type { Language } from '../../../domain/language.ts'
import { formatDate } from '../../../i18n/dates.ts'
import { translator } from '../../../i18n/server.ts'
import type { OwnRecord } from '../../cases/own-record.ts'
import { suspensionEndText } from '../../cases/statement.ts'
import type { ExportedSettings } from './export-settings.ts'

/** Reports, decisions and mutes for reading; a list without entries has no heading. */
export function exportRecord(language: Language, record: OwnRecord): string {
  const t = translator(language)
  const day = (ms: number) => formatDate(t, 'dd_mm_yyyy', ms)
  const section = (heading: string, lines: string[]) =>
    lines.length === 0
      ? ''
      : `<section>\n<h2>${escapeMarkup(heading)}</h2>\n<ul>\n${lines.map((line) => `<li>${escapeMarkup(line)}</li>\n`).join('')}</ul>\n</section>\n`
  const sentenceOf = ({ commentId, action, until }: OwnRecord['decisions'][number]) => {
    const date = until ? suspensionEndText(t, until) : ''
    if (action === 'none' || action === 'reverse') return undefined
    return commentId === null && (action === 'pause' || action === 'ban')
      ? t(`people.told.${action}`, { date })
      : t(`moderation.told.${action}`, { date })
  }
  const decisions = record.decisions.flatMap((decision) => {
    const what = sentenceOf(decision)
    const { decidedAt, ground, explanation, endedAt } = decision
    const ended = endedAt && t('moderation.told.ended', { date: suspensionEndText(t, endedAt) })
    return what
      ? [[day(decidedAt), what, ground, explanation, ended].filter(Boolean).join(' · ')]
      : []
  })
  return [
    section(
      t('export.reports'),
      record.reports.map(({ reportedAt, reference }) => `${day(reportedAt)} · ${reference}`),
    ),
    section(t('export.decisions'), decisions),
    section(
      t('export.mutes'),
      record.mutes.map(({ username, mutedAt }) => `${day(mutedAt)} · ${username}`),
    ),
    section(
      t('export.suggestions'),
      record.suggestions.map(({ day, text, state }) =>
        [day, text, t(`suggest.state.${state}`)].join(' · '),
      ),
    ),
    section(
      t('export.reminder'),
      record.reminders.map(
        ({ channel, hour, timeZone }) => `${t(`reminder.${channel}`)} · ${hour}:00 · ${timeZone}`,
      ),
    ),
  ].join('')
}

/** The whole record, appeals included, as JSON. */
export const exportRecordJson = (record: OwnRecord): string => jsonScript('moderation', record)

/** The person's settings, as JSON. */
export const exportSettingsJson = (settings: ExportedSettings | null): string =>
  jsonScript('settings', settings)

function jsonScript(id: string, value: unknown): string {
  const json = JSON.stringify(value).replaceAll('<', '\\u003c')
  return `\n<script type="application/json" id="${id}">${json}</script>`
}
