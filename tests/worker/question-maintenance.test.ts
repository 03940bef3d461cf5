import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { CommandError } from '../../scripts/operator/database.ts'
import { maintenanceStatement } from '../../scripts/operator/maintenance.ts'
import { sharedApp } from '../../harness/own-app.ts'

const app = await sharedApp()

const operate = (...words: string[]) => app.db.prepare(maintenanceStatement(words)).run()

describe.each([
  ['question', 'quest'],
  ['auth', 'auth'],
])('a maintenance window of the %s service', (service, path) => {
  beforeEach(() => app.db.exec('DELETE FROM maintenance_window'))
  afterAll(() => app.db.exec('DELETE FROM maintenance_window'))

  async function announced(): Promise<unknown> {
    const response = await app.fetch(`/service/${path}/v1/admin/service/maintenance`)
    expect(response.status).toBe(200)
    return ((await response.json()) as { results: unknown }).results
  }

  test('is in epoch seconds while it is set, and empty otherwise', async () => {
    expect(await announced()).toEqual([])
    await operate(service, '2026-11-21T02:00', '2026-11-20T19:30:00Z')
    expect(await announced()).toEqual([
      { name: 'serviceMaintenanceStart', lastUpdated: Date.parse('2026-11-20T17:00:00Z') / 1000 },
      { name: 'serviceMaintenanceEnd', lastUpdated: Date.parse('2026-11-20T19:30:00Z') / 1000 },
    ])
    await operate(service, '2026-12-01T00:00+09:00', '2026-12-01T01:00+09:00')
    expect(await announced()).toMatchObject([
      { lastUpdated: Date.parse('2026-11-30T15:00:00Z') / 1000 },
      {},
    ])
    await operate(service, 'clear')
    expect(await announced()).toEqual([])
  })

  test('is not another service’s', async () => {
    await operate(service === 'auth' ? 'question' : 'auth', '2026-11-21T02:00', '2026-11-21T04:00')
    expect(await announced()).toEqual([])
  })
})

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
])('the operator’s command refuses %j', (words) => {
  expect(() => maintenanceStatement(words)).toThrow(CommandError)
})
