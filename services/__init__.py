"""Everything Askwright knows how to do, in plain typed Python: no Streamlit below this line."""
