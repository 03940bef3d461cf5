import { describe, expect, it } from 'vitest'
import { output } from '../../harness/local/run.ts'
import { ownApp } from '../../harness/own-app.ts'
import { authorizationOf, createPerson } from '../../harness/people.ts'
import { postOf } from '../../harness/steps/moderation-calls.ts'
import { callService } from '../../harness/steps/service-calls.ts'
import { command } from './operator-database.ts'

const app = await ownApp()

const operator = (...words: string[]) => command(app, ...words)

async function rolesOf(authorization: string): Promise<unknown> {
  const { status, headers, body } = await callService(app, 'user', 'GET /user/me', {
    authorization,
  })
  expect([status, headers.get('Cache-Control')]).toEqual([200, 'no-store'])
  return body[0].roles
}

describe('npm run operator -- roles', () => {
  it('names the first operator, who then has the role', async () => {
    const person = await createPerson(app)
    expect(await operator('roles', 'list')).toContain('roles grant operator')
    expect(await rolesOf(person.authorization)).toBeUndefined()
    expect(await operator('roles', 'grant', 'operator', person.email.toUpperCase())).toBe(
      `${person.username} now has the role operator.`,
    )
    expect(await rolesOf(person.authorization)).toEqual(['operator'])
    expect(await operator('roles', 'list')).toMatch(new RegExp(`^operator +${person.username} `))
  })

  it('revokes a role, and records both in the audit log', async () => {
    const person = await createPerson(app)
    await operator('roles', 'grant', 'moderator', person.username)
    expect(await operator('roles', 'grant', 'moderator', person.username)).toContain('already has')
    await operator('roles', 'revoke', 'moderator', person.username)
    expect(await operator('roles', 'revoke', 'moderator', person.username)).toContain('not have')
    expect(await rolesOf(await authorizationOf(app, person))).toBeUndefined()
    const { results } = await app.sql`SELECT actor_id, role, action, why FROM audit_log
      WHERE subject = ${person.userId} ORDER BY seq`.all()
    const entry = { actor_id: 'command line', role: 'operator', why: 'moderator' }
    expect(results).toEqual([
      { ...entry, action: 'role.grant' },
      { ...entry, action: 'role.revoke' },
    ])
  })

  it.each([
    [['roles']],
    [['roles', 'grant']],
    [['roles', 'grant', 'king', 'somebody']],
    [['roles', 'grant', 'moderator', 'nobody-at-all']],
    [['roles', 'grant', 'moderator', "x'; DELETE FROM user; --"]],
    [['roles', 'list', 'all']],
    [['cases']],
    [['rolls', 'list']],
    [['roles', 'list', '--loud']],
    [['roles', 'list', '--remote', '--env', 'No Such Name']],
    [['roles', 'list', '--env', 'staging']],
    [['roles', 'list', '--remote', '--data', 'folder']],
  ])('refuses %j with a sentence', async (words) => {
    await expect(operator(...words)).rejects.toThrow(/^\S.{20,}/s)
  })
})

describe('npm run operator', () => {
  it('prints every command with --help, and one with its name', async () => {
    const all = await operator('--help')
    for (const name of ['roles', 'maintenance', 'words', 'backup', 'pictures'])
      expect(all).toContain(`npm run operator -- ${name}`)
    const one = await operator('roles', '--help')
    expect(one).toContain('operator -- roles grant')
    expect(one).not.toContain('operator -- backup')
  })

  it('fails with the commands where none is meant', async () => {
    const failed = output(process.execPath, ['scripts/operator.ts', 'unknown'])
    await expect(failed).rejects.toThrow(
      /^'unknown' is none of these.\n.*\n.*operator -- roles list/,
    )
    await expect(operator('roles', 'grand', 'x')).rejects.toThrow("'grand x' is none of these")
    const empty = output(process.execPath, [
      'scripts/operator.ts',
      'roles',
      'list',
      '--data',
      'docs',
    ])
    await expect(empty).rejects.toThrow(/no database in .*docs/)
  })
})

describe('npm run operator -- words', () => {
  const words = (...args: string[]) => operator('words', ...args)

  it('keeps a word as it is, whatever is in it', async () => {
    expect(await words('list')).toBe('Nothing yet.')
    await words('add', "it's", 'held')
    await words('add', "it's", 'refused')
    expect(await words('list')).toBe("it's  refused")
    await words('remove', "a'; DELETE FROM filter_word; --")
    expect(await words('list')).toBe("it's  refused")
    await words('remove', "it's")
    expect(await words('list')).toBe('Nothing yet.')
  })

  it('shows what a word would have found, in the texts as they were posted', async () => {
    const questionId = await app.todaysQuestionId()
    for (const text of ['ほんとにﾊﾞｶだと思う。', '夏のバカンスは海へ。'])
      await postOf(app, questionId, await createPerson(app), text)
    const found = '1 of the last 2 posts\n- ほんとにﾊﾞｶだと思う。'
    expect(await words('try', 'バカ')).toBe(found)
  })

  it.each([
    [[]],
    [['add', 'x']],
    [['add', 'x', 'hidden']],
    [['list', 'x']],
    [['empty']],
    [['add', '\u200b', 'held']],
  ])('refuses %j with a sentence', async (args) => {
    await expect(words(...args)).rejects.toThrow(/^\S.{20,}/s)
  })
})
