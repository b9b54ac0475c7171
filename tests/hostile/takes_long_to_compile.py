# Nests `finally` blocks, each of which Python's compiler copies: half a million copies.
# sandbox: MLE|TLE|AC
# without: MLE|TLE|AC
# leaves: nothing
try: pass
finally:
 try: pass
 finally:
  try: pass
  finally:
   try: pass
   finally:
    try: pass
    finally:
     try: pass
     finally:
      try: pass
      finally:
       try: pass
       finally:
        try: pass
        finally:
         try: pass
         finally:
          try: pass
          finally:
           try: pass
           finally:
            try: pass
            finally:
             try: pass
             finally:
              try: pass
              finally:
               try: pass
               finally:
                try: pass
                finally:
                 try: pass
                 finally:
                  try: pass
                  finally:
                   x = 1
print(input())
