import { languages } from '../domain/language.ts'

/**
 * The links that a browser may fetch ahead, on hover: none to the home page, a file, another site (`/go`), a link of a mail
 * or the desk, and no switch of language.
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
