import { sample } from './examples.ts'

/** What a parameter is, by the name in the query or by the header's name in lower case. */
export const parameterWords: Readonly<Record<string, string>> = {
  after: 'the number of the last event that the page has',
  before: 'a comment’s id: those before it',
  commentsBefore: 'a comment’s id: those before it',
  commentsLimit: 'how many comments, 1 to 200; 200 when nothing is said',
  email: 'the account’s address',
  findStatus:
    'statuses of questions, separated by commas: 1 active, 2 closed; `1,2` when nothing is said',
  format: 'the only one there is',
  language: 'of the mail or file',
  lessPreviewAt: 'epoch seconds; now when nothing is said',
  limit: 'how many at most, 1 to 100',
  newEmail: 'the address to change to',
  passcode: 'the six digits of the mail',
  password: 'the account’s password',
  pictureId: 'the last part of a `pictureLink`',
  previewAt: 'epoch seconds; now when nothing is said',
  q: 'words that the text holds, without regard to case, width and kana',
  questionId: 'a question’s id',
  questionnaireId: 'a questionnaire’s id',
  status: '1 active, 2 closed; 1 when nothing is said',
  token: 'the update token',
  userId: 'one’s own id',
  username: 'the name asked about',
}

interface HeaderWords {
  name: string
  description: string
  example?: string
}

/** Headers as the contract writes them, by their names in lower case. */
export const headerWords: Readonly<Record<string, HeaderWords>> = {
  localip: {
    name: 'LocalIP',
    description: 'the address of the connection, or `false`; set by the gateway whatever is sent',
  },
  locallanguage: { name: 'LocalLanguage', description: 'the browser’s language', example: 'ja' },
  devicename: {
    name: 'DeviceName',
    description:
      'Android, iOS, Mobile, Tablet or Desktop by the user agent; set by the gateway whatever is sent',
  },
  resolution: {
    name: 'Resolution',
    description: 'of the screen: width x height',
    example: '390x844',
  },
  timezoneoffset: {
    name: 'TimezoneOffset',
    description: 'minutes from the local time to UTC, as JavaScript has it',
    example: '-540',
  },
  localregion: {
    name: 'LocalRegion',
    description: 'country and region of the connection; set by the gateway whatever is sent',
  },
  localtime: {
    name: 'LocalTime',
    description: 'the browser’s time',
    example: '2026-11-21T07:42:00+09:00',
  },
  dstoffset: {
    name: 'DSTOffset',
    description: 'minutes of daylight saving time that are in it',
    example: '0',
  },
  keepsignedin: {
    name: 'KeepSignedIn',
    description: '0: the session ends within twelve hours',
  },
  languagecode: { name: 'LanguageCode', description: 'the language of the mail', example: 'ja' },
  'idempotency-key': {
    name: 'Idempotency-Key',
    description: 'one for each post, 1 to 64 printable characters, the same on every retry',
    example: sample.idempotencyKey,
  },
}
