// Today's question is answered on the home page.
location.replace('/' + location.hash)
