import { languages } from '../domain/language.ts'

/** Prefetch on hover, but not the home page, files, `/go`, links of mails, the desk or language switches. */
export const speculationRules = {
  prefetch: [
    {
      where: {
        and: [
          { href_matches: '/*' },
          {
            not: {
              href_matches: [
                '/',
                ...languages.map((language) => `/${language}`),
                ...'/*.* /go/* /*otp_email* /unlock_code* /secure_account*'.split(' '),
                ...'/email/* /reminder/* /operator*'.split(' '),
              ],
            },
          },
          { not: { selector_matches: '[hreflang]' } },
        ],
      },
      eagerness: 'moderate',
    },
  ],
}
