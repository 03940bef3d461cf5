/** Keys that the sources put together: `*` stands for what is inserted. Every other key stands there as a whole. */
export const dynamicKeys = [
  'developmentProvider.*',
  'error.username.*',
  'gender.*',
  'mail.*.action',
  'mail.*.heading',
  'mail.*.purpose',
  'mail.*.subject',
  'mail.*.unasked',
  'month.*',
  'otp.*.title',
  'password.rule.*',
  'profile.problem.*',
  'profile.step.*',
  'social.*',
  'social.error.*',
  'weekday.*',
]
