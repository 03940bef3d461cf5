import { languages } from '../domain/language.ts'

/**
 * Links to prefetch on hover: not the home page, files, other sites (`/go`), links of mails, the desk, nor a language
 * switch.
 */
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
                '/*.*',
                '/go/*',
                '/*otp_email*',
                '/unlock_code*',
                '/email/*',
                '/reminder/*',
                '/operator*',
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
