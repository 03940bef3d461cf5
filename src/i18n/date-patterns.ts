import { tokyoParts } from '../domain/tokyo-time.ts'

/**
 * Formats an instant (epoch milliseconds) in Asia/Tokyo by a pattern (`docs/product.md#languages`). Placeholders:
 * `{yyyy}`, `{mm}` `{m}` month, `{dd}` `{d}` day, `{month}` and `{weekday}` names, `{hours}` `{minutes}` two digits
 * each, `{hours12}`, `{am|pm}`. Names are parameters, since the reading script has none (`dates.ts`).
 */
export function fillDate(
  pattern: string,
  epochMs: number,
  names: Record<string, string> = {},
): string {
  const { year, month, day, hours, minutes } = tokyoParts(epochMs)
  return fill(pattern, {
    yyyy: String(year),
    m: String(month),
    mm: twoDigits(month),
    d: String(day),
    dd: twoDigits(day),
    hours: twoDigits(hours),
    hours12: String(hours % 12 || 12),
    minutes: twoDigits(minutes),
    ...names,
  }).replace(/\{(\w+)\|(\w+)\}/, hours < 12 ? '$1' : '$2')
}

export function fill(pattern: string, values: Record<string, string>): string {
  return pattern.replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder)
}

export function twoDigits(figure: number): string {
  return String(figure).padStart(2, '0')
}
