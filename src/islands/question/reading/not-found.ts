// A past question that is not there: back to the page of ours that named it (`product.md §2`), else this page stays.
const isDetails = location.pathname.endsWith('/theme_details')
if (isDetails && document.referrer.startsWith(`${location.origin}/`) && history.length > 1) {
  history.back()
}
