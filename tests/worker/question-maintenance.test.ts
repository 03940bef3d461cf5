import { describe, expect, test } from 'vitest'
import { CommandError } from '../../scripts/operator/database.ts'
import { maintenanceStatement } from '../../scripts/operator/maintenance.ts'
import { ownApp } from '../../harness/own-app.ts'

const app = await ownApp()

const operate = (...words: string[]) => app.db.prepare(maintenanceStatement(words)).run()

async function announced(): Promise<unknown> {
  const response = await app.fetch('/service/quest/v1/admin/service/maintenance')
  expect(response.status).toBe(200)
  return response.json()
}

describe('a maintenance window of the question service', () => {
  test('is in epoch seconds while it is set, and empty otherwise', async () => {
    expect(await announced()).toEqual({ results: [] })
    await operate('question', '2026-11-21T02:00', '2026-11-20T19:30:00Z')
    expect(await announced()).toEqual({
      results: [
        { name: 'serviceMaintenanceStart', lastUpdated: Date.parse('2026-11-20T17:00:00Z') / 1000 },
        { name: 'serviceMaintenanceEnd', lastUpdated: Date.parse('2026-11-20T19:30:00Z') / 1000 },
      ],
    })
    await operate('question', '2026-12-01T00:00+09:00', '2026-12-01T01:00+09:00')
    expect(await announced()).toMatchObject({
      results: [{ lastUpdated: Date.parse('2026-11-30T15:00:00Z') / 1000 }, {}],
    })
    await operate('question', 'clear')
    expect(await announced()).toEqual({ results: [] })
  })

  test('is not the auth service’s', async () => {
    await operate('auth', '2026-11-21T02:00', '2026-11-21T04:00')
    expect(await announced()).toEqual({ results: [] })
  })
})

describe('the operator’s command', () => {
  test.each([
    [[]],
    [['question']],
    [['mail', 'clear']],
    [['question', 'clear', 'now']],
    [['question', '2026-11-21T02:00']],
    [['question', 'soon', 'later']],
    [['question', '2026-11-21T04:00', '2026-11-21T02:00']],
    [["question'; DROP TABLE user; --", 'clear']],
    [['question', '2026-11-21T02:00', '2026-11-21T04:00', 'please']],
  ])('refuses %j', (words) => {
    expect(() => maintenanceStatement(words)).toThrow(CommandError)
  })
})
