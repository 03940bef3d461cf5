import { type Hidden, hiddenSchema } from '../../contract/case-schemas.ts'
import type { CaseState, GroundKind } from '../../domain/moderation.ts'
import { shownRow } from '../db/shown-row.ts'
import { opened } from '../keys/seal.ts'

export interface HiddenRow {
  hiddenAt: number | null
  caseState: CaseState | null
  filter: string | null
  groundKind: GroundKind | null
  ground: string | null
  explanation: string | null
  sealedText: string | null
}

export const hiddenColumns = `
  comment.hidden_at AS hiddenAt, moderation_case.state AS caseState, moderation_case.filter,
  moderation_case.sealed_text AS sealedText, decision.ground_kind AS groundKind, decision.ground,
  nullif(decision.explanation, '') AS explanation`

/** Joins nothing for a visible post. */
export const hiddenJoins = `
  LEFT JOIN moderation_case
    ON comment.hidden_at IS NOT NULL AND moderation_case.comment_id = comment.id
  LEFT JOIN decision ON decision.id = (
    SELECT newest.id FROM decision AS newest WHERE newest.case_id = moderation_case.id
    ORDER BY newest.created_at DESC LIMIT 1)`

export function shownHidden(row: HiddenRow): { hidden?: Hidden } {
  if (row.hiddenAt === null) return {}
  const { filter, groundKind: kind, ground, explanation } = row
  const hidden =
    row.caseState === 'open'
      ? { state: 'held', filter }
      : { state: 'hidden', ground: kind && { kind, text: ground }, explanation }
  return { hidden: shownRow(hiddenSchema, hidden) }
}

/** The author's own text; that of a hidden post is sealed in its case until it is erased. */
export function ownText(
  env: Env,
  { id, text, sealedText }: { id: string | null; text: string | null; sealedText: string | null },
): string {
  return text || (opened<string>(env, id, sealedText) ?? '')
}
