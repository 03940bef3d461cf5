import { epochSeconds } from '../../../domain/durations.ts'
import type { Decision } from '../../../contract/decision-schemas.ts'
import type { GroundKind } from '../../../domain/moderation.ts'

/** A decision as it is stored. Times in epoch milliseconds. */
export interface DecisionRow {
  decisionId: string
  action: Decision['action']
  endsAt: number | null
  endedAt: number | null
  groundKind: GroundKind | null
  ground: string
  explanation: string
  foundByFilter: number
  decidedAt: number
  moderator: string | null
}

/** SQL: the columns of `DecisionRow` but the moderator. */
export const decisionColumns = `
  decision.id AS decisionId, decision.action, decision.ends_at AS endsAt, decision.ended_at AS endedAt,
  decision.ground_kind AS groundKind,
  decision.ground, decision.explanation, decision.found_by_filter AS foundByFilter,
  decision.created_at AS decidedAt`

/** As the contract shows it; the moderator's name is for moderators only. */
export function toDecision(row: DecisionRow, isForModerators: boolean): Decision {
  return {
    decisionId: row.decisionId,
    action: row.action,
    ...(row.endsAt !== null && { until: epochSeconds(row.endsAt) }),
    ...(row.endedAt !== null && { endedAt: epochSeconds(row.endedAt) }),
    ...(row.groundKind && { ground: { kind: row.groundKind, text: row.ground } }),
    explanation: row.explanation,
    foundByFilter: Boolean(row.foundByFilter),
    decidedAt: epochSeconds(row.decidedAt),
    ...(isForModerators && row.moderator !== null && { moderator: row.moderator }),
  }
}
