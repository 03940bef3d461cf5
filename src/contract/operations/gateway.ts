import { sample, shown } from '../examples.ts'
import { done, type Operations } from '../operation.ts'

/** What the gateway answers itself. */
export const gatewayOperations: Operations = {
  'GET /service/ip': {
    id: 'readAddress',
    summary: 'The visitor’s address, as the connection has it',
    query: { format: 'json' },
    answer: { ip: '203.0.113.7' },
  },
  'GET /service/maintenance': {
    id: 'readMaintenance',
    summary: 'The maintenance window that lasts now, if any',
    description: 'While one lasts, every call that changes data is 503 / -1004 with `Retry-After`.',
    answer: { results: [shown.window] },
  },
  'POST /service/vitals': {
    id: 'reportVitals',
    summary: 'Report how fast a page was',
    description:
      'Counted with nothing of who sent it; not sent when the visitor’s privacy switch is off.',
    body: {
      page: '/recent_theme',
      language: 'ja',
      metrics: [
        { name: 'LCP', value: 812.4 },
        { name: 'CLS', value: 0.02 },
      ],
    },
    answer: done,
    errors: ['dataNotAvailable', 'tooManyAttempts'],
  },
  'GET /service/quest/v1/question/live': {
    id: 'followQuestion',
    summary: 'A WebSocket that tells what happens to a question’s comments',
    description:
      'Opened with `Upgrade: websocket` by pages of this origin only. Each text frame is one `LiveMessage`: first ' +
      '`hello` with the number of the last event, then events in order, now and then the number of readers. A frame ' +
      'from the client other than `ping`, which is answered `pong`, closes it (1008). 403 with `Retry-After`: no room.',
    query: { questionId: sample.questionId },
    answer: { type: 'hello', seq: 1 },
    errors: ['contentNotFound', 'userPrivilegeNotFound', 'tooManyAttempts', 'dataNotFound'],
  },
  'GET /service/openapi.json': {
    id: 'readContract',
    summary: 'This document',
    answer: { openapi: '3.1.0', info: { title: 'Ichimon', version: '1' }, paths: {} },
  },
  'GET /picture/{pictureId}': {
    id: 'readPicture',
    summary: 'A person’s picture, which never changes under its id',
    errors: ['dataNotFound'],
  },
  'GET /healthz': {
    id: 'readHealth',
    summary: 'Whether the database answers and the variables are right',
    description:
      '503 with the same body when one is not. Variables are named, their values never told.',
    answer: { results: { database: true, problems: [], remote: [] } },
    otherAnswers: {
      '503': {
        results: { database: true, problems: ['SECRET must be set.'], remote: ['question'] },
      },
    },
  },
}
